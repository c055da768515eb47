"""What a training loader does in Python, one photo at a time: the peers that epochmill is measured beside.

Each pipeline takes the bytes of a JPEG and gives one augmented picture of 224 x 224; each kernel takes a decoded one.
"""

import io
import random

import cv2
import numpy
import torch
from PIL import Image
from torchvision import transforms

SIDE = 224
JITTER = {"brightness": 0.4, "contrast": 0.4, "saturation": 0.4, "hue": 0.1}

torch.set_num_threads(1)
cv2.setNumThreads(1)

_crop = transforms.Compose([transforms.RandomResizedCrop(SIDE), transforms.RandomHorizontalFlip()])
_jitter = transforms.ColorJitter(**JITTER)


def torchvision_crop(photo):
    return _crop(photo)


def torchvision_jitter(photo):
    return _jitter(photo)


def opencv_crop(photo):
    """The same boxes; bilinear without antialiasing, as OpenCV does it."""
    height, width = photo.shape[:2]
    top, left, h, w = _box(height, width)
    out = cv2.resize(photo[top:top + h, left:left + w], (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    return cv2.flip(out, 1) if random.random() < 0.5 else out


def _box(height, width):
    """RandomResizedCrop.get_params for a picture of this size."""
    shape = torch.empty(3, height, width, device="meta")
    return transforms.RandomResizedCrop.get_params(shape, (0.08, 1.0), (3 / 4, 4 / 3))


def decode_pillow(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def decode_opencv(data):
    return cv2.cvtColor(cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


# From bytes to an array, as a Dataset's __getitem__.
PIPELINES = {
    "torchvision": lambda data: numpy.asarray(torchvision_crop(decode_pillow(data))),
    "torchvision + jitter": lambda data: numpy.asarray(torchvision_jitter(torchvision_crop(decode_pillow(data)))),
    "OpenCV": lambda data: opencv_crop(decode_opencv(data)),
}
