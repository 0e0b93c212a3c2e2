"""Uses of the package that mypy reads and nothing runs. A line with an `ignore` must be wrong, or mypy says that it is unused."""

import numpy as np
import ulpscope as ulp

x = np.ones(3, np.float32)

ulp.fma(x, x, 1.0, rnd="rz", ftz=True)
ulp.div(x, x, rnd="full")
ulp.cvt(x, np.float16, rnd="rn")
ulp.cvt(x, "e4m3", rnd="rs", random=np.zeros(3, np.uint32))
ulp.cuda.expf(x)
made: ulp.Blocks = ulp.block(x, "nvfp4", tensor_scale=1.0)
signal: float = made.sqnr
codes: np.ndarray[tuple[int, ...], np.dtype[np.uint8]] = made.codes
ulp.mma(x.reshape(1, 3), x.reshape(3, 1), chip="H100", path="wgmma").shape
done: ulp.Explanation = ulp.explain("add.rn.f32 d, a, b;", a=1, b=np.float32(2))
titles: list[str] = [title for title, _ in done.steps]
found: ulp.Diagnosis = ulp.why("mul.rn.f32 d, a, b;", x, a=x, b=x)
right: int = found.counts[0]
ulp.widget("…", target="sm_90", a=1.0)
launch: ulp.Launch = ulp.run("…", x, 3.0, threads=(2, 2))
launch.buffers["y"].dtype
swept: ulp.Sweep = ulp.sweep(ulp.ex2, "exp2", over=(0.0, 1.0), every=100)
worst: float = swept.worst

ulp.add(x, x, rnd="up")  # type: ignore[arg-type]
ulp.add(x)  # type: ignore[call-arg]
ulp.sqrt(x, rnd="full")  # type: ignore[arg-type]
ulp.sweep(ulp.ex2)  # type: ignore[call-arg]
ulp.block(x, 4)  # type: ignore[arg-type]
ulp.explain("add.rn.f32 d, a, b;", target=90)  # type: ignore[arg-type]
done.result  # type: ignore[attr-defined]
found.counts[3]  # type: ignore[misc]
ulp.cvtt(x)  # type: ignore[attr-defined]
