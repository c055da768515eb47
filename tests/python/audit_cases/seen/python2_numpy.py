# expect: numpy-global
# -*- coding: utf-8 -*-
import cPickle as pickle
import numpy as np
import torch.utils.data as data


class ShapeNet(data.Dataset):
    def __init__(self, root, npoints=2500):
        self.npoints = npoints
        try:
            self.data = pickle.load(open(root, 'rb'))
        except IOError, e:
            print "cannot read", root, e
            raise ValueError, "no data"
        print 'loaded %d shapes' % len(self.data)

    def __getitem__(self, index):
        points = self.data[index]
        choice = np.random.choice(len(points), self.npoints, replace=True)
        if index <> 0:
            points = points[choice, :]
        return points

    def __len__(self):
        return len(self.data)


if __name__ == '__main__':
    loader = data.DataLoader(ShapeNet('shapes.pkl'), batch_size=32L, shuffle=True, num_workers=4)
    for i, points in enumerate(loader):
        print i, points.size()
