"""Random expressions of PyTorch and JAX with what they give on a CPU: writes python_tensors.txt.

Run it with a Python that has torch, jax and numpy: python python_tensors.py > python_tensors.txt
"""

import os
import random
import warnings

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
import torch

warnings.simplefilter("ignore")
random.seed(44)

DECIMALS = ["0.1", "0.3", "1.5", "2.0", "0.7", "3.25", "10.0", "0.001", "0.5", "7.125", "100.0", "1.1", "300.0", "1.005", "1.0009765625"]


def number(library):
    text = random.choice(["", "", "-"]) + random.choice(DECIMALS)
    if random.random() < 0.3:
        # What a Python number beside a narrow tensor becomes differs between PyTorch's CPU and its GPU, so it is one of every type.
        exact = random.choice(["2.0", "0.5", "4", "-2", "1"])
        return exact if library == "torch" else random.choice([text, exact])
    if library == "torch":
        own = random.choice(["bfloat16", "float16", "float32", "bfloat16", "float64"])
        return f"torch.tensor({text}, dtype=torch.{own})"
    return f"jnp.{random.choice(['bfloat16', 'float16', 'float32', 'bfloat16'])}({text})"


def expression(library, depth):
    one = lambda: expression(library, depth - 1)
    if depth == 0:
        return number(library)
    choice = random.random()
    name = "jnp" if library == "jax" else "torch"
    if choice < 0.7:
        return f"({one()} {random.choice('+-*/+-*')} {one()})"
    if choice < 0.78:
        return f"-{one()}"
    if choice < 0.85:
        return f"abs({one()})"
    if choice < 0.9:
        return f"{name}.sqrt(abs({number(library)}))"
    if choice < 0.95:
        return f"{one()} ** 2"
    return f"({one()} {random.choice(['<', '>', '==', '<='])} {one()})"


def bits(value):
    if isinstance(value, torch.Tensor):
        if value.dtype == torch.bool:
            return "bool", f"{int(value):08x}"
        if not value.dtype.is_floating_point or value.isnan():
            return None
        width = value.element_size()
        code = int(value.view({2: torch.int16, 4: torch.int32, 8: torch.int64}[width])) & (1 << 8 * width) - 1
        return str(value.dtype).removeprefix("torch."), f"{code:0{2 * width}x}"
    if isinstance(value, jax.Array):
        value = np.asarray(value)
        if value.dtype == bool:
            return "bool", f"{int(value):08x}"
        tiny = abs(float(value)) < 1e-30 and float(value) != 0
        if value.dtype.kind == "i" or value != value or tiny:
            return None
        width = value.dtype.itemsize
        return value.dtype.name, f"{int(value.view(f'uint{8 * width}')):0{2 * width}x}"
    return None


def main():
    print(f"# Random expressions and the type and bits that they give on a CPU: PyTorch {torch.__version__.split('+')[0]}, JAX {jax.__version__}; "
          "written by python_tensors.py. NaNs are left out.")
    for library in ["torch", "jax"]:
        count = 0
        while count < 200:
            text = expression(library, random.randint(1, 3))
            try:
                known = bits(eval(text))
            except (TypeError, ZeroDivisionError, OverflowError, RuntimeError):
                continue
            if known is None:
                continue
            print(*known, text)
            count += 1


main()
