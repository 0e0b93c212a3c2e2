// The worker that asks the visitor's GPU. It knows only WebGPU: shaders and the words that they take come from the page, words go back.
//
// It begins with 'ready' and the model's hashes, { table }. { ask: 'open' } is answered by { adapter }, or by { missing } with one of 'no-api',
// 'not-secure', 'no-adapter', 'failed'. { ask: 'run', id, code, jobs, words, groups } runs a shader once for each four words of `jobs`: each
// answer is { id, at, words }, the last { id, done }. What a shader is refused for is { id, error }, a device that is gone { lost }.
// { ask: 'stop' } ends a run after what is under way.

/** Submissions under way at a time: enough that the GPU never waits for this worker. */
const RING = 4;
/** While an answer is awaited, Firefox looks for it only when something is submitted. */
const POKE = 2;

let device;
let pipelines;
/** Counts runs: an old one ends when it is not the last. */
let turn = 0;

const answers = {
  async open() {
    device?.destroy();
    device = undefined;
    pipelines = new Map();
    if (!navigator.gpu) return self.postMessage({ missing: self.isSecureContext ? 'no-api' : 'not-secure' });
    let adapter;
    try {
      adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
      if (!adapter) return self.postMessage({ missing: 'no-adapter' });
      const half = adapter.features.has('shader-f16');
      const { vendor = '', architecture = '', device: model = '', description = '', isFallbackAdapter } = adapter.info ?? {};
      device = await adapter.requestDevice({ requiredFeatures: half ? ['shader-f16'] : [] });
      const mine = device;
      device.lost.then(({ message }) => {
        if (device === mine) {
          device = undefined;
          self.postMessage({ lost: message || 'no reason is given' });
        }
      });
      const software = Boolean(isFallbackAdapter ?? adapter.isFallbackAdapter) || /swiftshader|llvmpipe|lavapipe|software|basic render/i.test(`${architecture} ${model} ${description}`);
      self.postMessage({ adapter: { vendor, architecture, device: model, description, software, half, browser: navigator.userAgent } });
    } catch (error) {
      self.postMessage({ missing: 'failed', error: String(error) });
    }
  },

  async run({ id, code, jobs, words, groups }) {
    const mine = (turn += 1);
    try {
      const pipeline = await pipelineOf(code);
      const slots = Array.from({ length: Math.min(RING, jobs.length / 4) }, () => slot(pipeline, words * 4));
      let next = 0;
      const lane = async (slot) => {
        for (let at = next; at < jobs.length / 4 && turn === mine && device; at = next) {
          next += 1;
          const found = await once(pipeline, slot, jobs.slice(at * 4, at * 4 + 4), groups);
          if (turn === mine) self.postMessage({ id, at, words: found }, [found.buffer]);
        }
      };
      try {
        await Promise.all(slots.map(lane));
      } finally {
        for (const buffer of slots.flatMap(({ asked, results, read }) => [asked, results, read])) buffer.destroy();
      }
      if (turn === mine && device) self.postMessage({ id, done: true });
    } catch (error) {
      // A device that is gone says so itself, if a moment later.
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (turn === mine && device) self.postMessage({ id, error: String(error?.message ?? error) });
    }
  },

  stop() {
    turn += 1;
  },
};

/** What validation or memory refuses is thrown; without a scope the buffers would silently stay zero. */
async function scoped(work) {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  // Both scopes are closed whatever happens.
  const done = Promise.resolve(work()).then((value) => ({ value }), (thrown) => ({ thrown }));
  const [memory, invalid] = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
  const { value, thrown } = await done;
  if (memory ?? invalid ?? thrown) throw memory ?? invalid ?? thrown;
  return value;
}

async function pipelineOf(code) {
  if (!pipelines.has(code)) {
    const made = await scoped(() => device.createComputePipelineAsync({
      layout: 'auto', compute: { module: device.createShaderModule({ code }), entryPoint: 'main' },
    }));
    pipelines.set(code, made);
  }
  return pipelines.get(code);
}

/** Buffers for one submission at a time. */
function slot(pipeline, size) {
  const asked = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  const results = device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
  const read = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const entries = [asked, results].map((buffer, binding) => ({ binding, resource: { buffer } }));
  return { asked, results, read, size, group: device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }) };
}

/** One submission, so that none is so long that a watchdog ends it. */
async function once(pipeline, { asked, results, read, size, group }, job, groups) {
  await scoped(() => {
    device.queue.writeBuffer(asked, 0, job);
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(results);
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(groups);
    pass.end();
    encoder.copyBufferToBuffer(results, 0, read, 0, size);
    device.queue.submit([encoder.finish()]);
  });
  const poke = setInterval(() => device?.queue.submit([]), POKE);
  try {
    await read.mapAsync(GPUMapMode.READ);
  } finally {
    clearInterval(poke);
  }
  const found = new Uint32Array(read.getMappedRange()).slice();
  read.unmap();
  return found;
}

self.onmessage = ({ data }) => answers[data.ask](data);
self.postMessage('ready');
// Without them everything is measured all the same, and nothing is said of what fits.
fetch(`lowerings.bin${self.location.search}`).then(async (file) => {
  if (file.ok) self.postMessage({ table: await file.arrayBuffer() });
}, () => {});
