/**
 * Runs in the page, before its own code: counts the updates that come, the frames that are drawn and the
 * tasks that take long, as `window.soak`. `fault` is what a run does wrong on purpose.
 */
export function soakProbe(fault) {
  const soak = (window.soak = { updates: 0, frames: 0, longTasks: [], sources: [] });
  const kept = [];

  window.EventSource = class extends window.EventSource {
    constructor(url, options) {
      super(url, options);
      if (!String(url).includes('/scale/')) return;
      soak.sources.push(this);
      this.addEventListener('message', ({ data }) => {
        const values = [JSON.parse(data)].flat();
        soak.updates += values.length;
        if (fault === 'leak') kept.push(...values);
      });
    }
  };

  new window.PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      soak.longTasks.push({ start: startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  const frame = () => {
    soak.frames++;
    window.requestAnimationFrame(frame);
  };
  window.requestAnimationFrame(frame);

  soak.edit = (first, count) => {
    const values = Array.from({ length: count }, (_, at) => ({ id: first + at, points: 0 }));
    const message = new window.MessageEvent('message', { data: JSON.stringify(values) });
    for (const source of soak.sources) source.dispatchEvent(message);
  };
  soak.block = (milliseconds) =>
    setTimeout(() => {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
    });
}
