"""The example of every op, as `describe` prints it, through the program."""

import re
import shutil
import unittest

from program import ProgramTest, digests, run


def example_of(op):
    """The TOML lines at the end of an op's help."""
    text = run("describe", op).stdout
    return text[text.index("  [[augment]]"):]


class Ops(ProgramTest):
    def recipe_with(self, example):
        """Pictures without landmarks, which some ops refuse, and of one size, which some need."""
        return self.write_recipe("op.toml", f"""
            seed = 7
            epochs = 2
            unique = false
            [source]
            kind = "folder"
            path = "{self.recipe.parent}"
            [output]
            path = "out"
            shard_rows = 5
            [[augment]]
            op = "resize"
            size = [180, 200]
            {example}
            [[augment]]
            op = "resize"
            size = [40, 48]
            """)

    def test_each_is_milled_alike_by_one_and_two_threads_and_replayed(self):
        ops = re.findall(r"^  (\w+)  ", run("describe", "ops").stdout, re.M)
        self.assertGreaterEqual(len(ops), 46)
        for op in ops:
            with self.subTest(op=op):
                recipe = self.recipe_with(example_of(op))
                outs = [self.folder / name for name in ("one", "two")]
                for threads, out in enumerate(outs, 1):
                    self.mill(out, "--threads", threads, recipe=recipe)
                self.assertEqual(digests(outs[0]), digests(outs[1]))
                checked = run("verify", outs[1], "--replay", "20")
                self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
                for out in outs:
                    shutil.rmtree(out)


if __name__ == "__main__":
    unittest.main()
