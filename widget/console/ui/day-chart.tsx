// Daily figures as SVG columns, which the style sheet themes, with a table for readers who cannot
// see the chart. The alternative, uPlot, is twenty times as large and draws to a canvas, which can
// neither be themed by a style sheet nor read by a screen reader (D-109).
import { useId } from 'react';
import { useTexts } from '../texts/context.ts';
import { useFormats } from '../texts/format.ts';

interface Series {
  /**
   * The name of the series, which also determines its CSS class, `chart-<name>`, and thus its
   * colour.
   */
  name: 'good' | 'bad' | 'rest';
  label: string;
}

interface Props {
  title: string;
  series: readonly Series[];
  days: readonly { date: string; values: Readonly<Record<Series['name'], number>> }[];
}

const HEIGHT = 120;
const STEP = 20;
const GAP = 4;

export function DayChart({ title, series, days }: Props) {
  const formats = useFormats();
  const id = useId();
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="chart-legend" id={id}>
        <span className="hidden">{title}</span>
        {series.map(({ name, label }) => (
          <span key={name} className={`legend chart-${name}`}>
            {label}
          </span>
        ))}
      </figcaption>
      <Plot series={series} days={days} />
      <div className="chart-ends" aria-hidden="true">
        <span>{first !== undefined && formats.day(first)}</span>
        <span>{last !== undefined && formats.day(last)}</span>
      </div>
      <div className="hidden">
        <FigureTable title={title} series={series} days={days} />
      </div>
    </figure>
  );
}

function Plot({ series, days }: Omit<Props, 'title'>) {
  const formats = useFormats();
  const totals = days.map(({ values }) => series.reduce((sum, { name }) => sum + values[name], 0));
  const most = niceCeiling(Math.max(1, ...totals));
  const width = days.length * STEP;
  return (
    <div className="chart-plot" aria-hidden="true">
      <span className="chart-most">{formats.number(most)}</span>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
        <line className="chart-grid" x1="0" x2={width} y1="0.5" y2="0.5" />
        <line className="chart-grid" x1="0" x2={width} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {days.map(({ date, values }, index) => (
          <Column key={date} x={index * STEP} heights={heightsOf(series, values, most)}>
            {`${formats.day(date)}: ${series.map(({ name, label }) => `${label} ${formats.number(values[name])}`).join(', ')}`}
          </Column>
        ))}
      </svg>
    </div>
  );
}

/** The same figures, for screen readers. */
function FigureTable({ title, series, days }: Props) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.day')}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, values }) => (
          <tr key={date}>
            <th scope="row">{formats.day(date)}</th>
            {series.map(({ name }) => (
              <td key={name}>{formats.number(values[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Part {
  name: string;
  y: number;
  height: number;
}

function heightsOf(
  series: readonly Series[],
  values: Readonly<Record<Series['name'], number>>,
  most: number,
): Part[] {
  let top = HEIGHT;
  return series.map(({ name }) => {
    const height = (values[name] / most) * HEIGHT;
    top -= height;
    return { name, y: top, height };
  });
}

function Column({ x, heights, children }: { x: number; heights: Part[]; children: string }) {
  return (
    <g className="chart-day">
      <title>{children}</title>
      <rect className="chart-hover" x={x} y="0" width={STEP} height={HEIGHT} />
      {heights.map(({ name, y, height }) => (
        <rect
          key={name}
          className={`chart-${name}`}
          x={x + GAP / 2}
          y={y}
          width={STEP - GAP}
          height={height}
        />
      ))}
    </g>
  );
}

/** @returns the smallest round number that is at least the value */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
