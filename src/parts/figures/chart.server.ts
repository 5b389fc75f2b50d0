import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

/**
 * Keeps drawings for charts with the same figures: people open the dashboard many times a day, and drawing takes a
 * third of its time.
 */
const drawn = new Map<string, string>();
/** Number of drawings kept; each takes about 6 kB. */
const MOST = 500;

/** The chart as SVG, `width` by `height` pixels. `option` must be plain data and determine the whole drawing. */
export function drawChart(option: EChartsCoreOption, width: number, height: number): string {
  const key = JSON.stringify([option, width, height]);
  const svg = drawn.get(key) ?? draw(option, width, height);
  // The drawing becomes the newest one again: the oldest is dropped first.
  drawn.delete(key);
  drawn.set(key, svg);
  if (drawn.size > MOST) drawn.delete(drawn.keys().next().value!);
  return svg;
}

/** Axes in the colours of the page, light or dark, where a chart says nothing else. */
const axis = {
  axisLabel: { color: 'var(--ink-2)' },
  axisLine: { lineStyle: { color: 'var(--line)' } },
  splitLine: { lineStyle: { color: 'var(--line-soft)' } },
};
const theme = { categoryAxis: axis, valueAxis: axis };

function draw(option: EChartsCoreOption, width: number, height: number): string {
  const chart = init(null, theme, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    color: ['var(--blue)'],
    textStyle: { color: 'var(--ink-2)', fontFamily: 'inherit', fontSize: 12 },
    grid: { left: 8, right: 8, top: 24, bottom: 24 },
    ...option,
  });
  // Hover rules would need an inline style sheet, which the content security policy refuses.
  const svg = chart
    .renderToSVGString()
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/^<svg width="\d+" height="\d+"/, '<svg aria-hidden="true"');
  chart.dispose();
  return svg;
}
