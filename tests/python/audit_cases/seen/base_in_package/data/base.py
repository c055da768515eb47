from torch.utils.data import Dataset


class BaseImages(Dataset):
    """Reads pictures; subclasses say what is done to them."""

    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def corrupt(self, image):
        raise NotImplementedError

    def __getitem__(self, index):
        image = self.images[index]
        return image, self.corrupt(image)
