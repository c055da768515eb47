# expect: numpy-global
from .pairs import NoisePairs
