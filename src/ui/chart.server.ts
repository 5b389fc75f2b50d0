import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/** Drawings of equal figures are equal; drawing takes a third of the dashboard's time, which is opened many times a day. */
const drawn = new Map<string, string>();
/** Of about 6 kB each. */
const MOST = 500;

/** The chart as SVG, `width` by `height` pixels; `option` is plain data, and holds all that the drawing depends on. */
export function drawChart(option: EChartsCoreOption, width: number, height: number): string {
  const key = JSON.stringify([option, width, height]);
  const svg = drawn.get(key) ?? draw(option, width, height);
  // Put back as the newest: the oldest one goes first.
  drawn.delete(key);
  drawn.set(key, svg);
  if (drawn.size > MOST) drawn.delete(drawn.keys().next().value!);
  return svg;
}

function draw(option: EChartsCoreOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    color: ['var(--blue)'],
    textStyle: { color: 'var(--ink-2)', fontFamily: 'inherit', fontSize: 12 },
    grid: { left: 8, right: 8, top: 24, bottom: 14 },
    ...option,
  });
  // Hover rules would be an inline style sheet, which the policy refuses.
  const svg = chart
    .renderToSVGString()
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/^<svg width="\d+" height="\d+"/, '<svg aria-hidden="true"');
  chart.dispose();
  return svg;
}
