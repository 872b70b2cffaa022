// The share of people of each true age who pass, with its measured interval: an SVG line and band,
// and a table for readers who cannot see the chart.
import { useId } from 'react';
import { useTexts } from '../texts/context.ts';
import { useFormats } from '../texts/format.ts';

interface AgeShare {
  age: number;
  passed: number;
  /** The lower and upper bounds of the share. */
  passed_interval: readonly number[];
}

interface Props {
  gate: number;
  /** The shares in ascending order of age, one entry per year. */
  ages: readonly AgeShare[];
}

const HEIGHT = 100;
const STEP = 10;

export function AgeCurve({ gate, ages }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const id = useId();
  const [first, last] = [ages[0]?.age ?? gate, ages.at(-1)?.age ?? gate];
  if (ages.length < 2) return null;
  const at = (age: number, share: number) => `${(age - first) * STEP},${(1 - share) * HEIGHT}`;
  const band = [
    ...ages.map(({ age, passed_interval: [, high = 1] }) => at(age, high)),
    ...ages.map(({ age, passed_interval: [low = 0] }) => at(age, low)).toReversed(),
  ];
  const said = ({ passed_interval: [low = 0, high = 1] }: AgeShare) =>
    t('margin.interval', { low: formats.percent(low), high: formats.percent(high) });
  return (
    <figure className="chart curve" aria-labelledby={id}>
      <figcaption className="chart-legend" id={id}>
        <span className="legend curve-line">{t('curve.title')}</span>
        <span className="legend curve-band">{t('curve.interval')}</span>
      </figcaption>
      <div className="chart-plot" aria-hidden="true">
        <span className="chart-most">{formats.percent(1)}</span>
        <svg viewBox={`0 0 ${(last - first) * STEP} ${HEIGHT}`} preserveAspectRatio="none">
          <line className="chart-grid" x1="0" x2={(last - first) * STEP} y1="0.5" y2="0.5" />
          <rect
            className="curve-young"
            x="0"
            y="0"
            width={Math.max(0, gate - first) * STEP}
            height={HEIGHT}
          />
          <polygon className="curve-band" points={band.join(' ')} />
          <polyline
            className="curve-line"
            points={ages.map(({ age, passed }) => at(age, passed)).join(' ')}
          />
        </svg>
      </div>
      <div className="chart-ends" aria-hidden="true">
        <span>
          {t('curve.young', { from: formats.number(first), to: formats.number(gate - 1) })}
        </span>
        <span>{t('curve.age', { age: formats.number(last) })}</span>
      </div>
      <div className="hidden">
        <table>
          <caption>{t('curve.title')}</caption>
          <tbody>
            {ages.map((share) => (
              <tr key={share.age}>
                <th scope="row">{t('curve.age', { age: formats.number(share.age) })}</th>
                <td>{formats.percent(share.passed)}</td>
                <td>{said(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
