# expect: nothing
import numpy as np
import tensorflow as tf

AUTOTUNE = tf.data.experimental.AUTOTUNE


def augment(image, label):
    image = tf.image.random_flip_left_right(image)
    noise = tf.numpy_function(lambda: np.random.normal(size=(32, 32, 3)).astype("float32"), [], tf.float32)
    return image + noise, label


def pipeline(images, labels):
    dataset = tf.data.Dataset.from_tensor_slices((images, labels))
    return dataset.shuffle(1000).map(augment, num_parallel_calls=AUTOTUNE).batch(32).prefetch(AUTOTUNE)
