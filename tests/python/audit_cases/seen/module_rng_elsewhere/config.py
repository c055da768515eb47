# expect: module-generator
import random

SEED = 99
dice = random.Random(SEED)
