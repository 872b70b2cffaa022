import type { WireHealth } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Badge } from '../../../ui/card.tsx';

const GIGABYTE = 1e9;
const NEARLY_FULL = 0.7;
const FULL = 0.95;

/**
 * How full the database and the largest ledger volumes are. A full database or volume refuses every
 * write.
 */
export function Storage({
  database: { size_bytes: size = 0, limit_bytes: limit },
  ledgers: { largest, limit_bytes: most, slowest },
}: {
  database: WireHealth['storage'];
  ledgers: WireHealth['ledgers'];
}) {
  const t = useTexts();
  const gigabytes = useGigabytes();
  const label = t('waiting.database', { size: gigabytes(size), limit: gigabytes(limit) });
  return (
    <>
      <h3>{t('waiting.storage')}</h3>
      <ul className="rows">
        <li className="row">
          <span className="row-text">{label}</span>
          <Share value={size / limit} />
        </li>
      </ul>
      {largest.length > 0 && (
        <>
          <h3>{t('waiting.ledgers', { limit: gigabytes(most) })}</h3>
          <ul className="rows">
            {largest.map((volume) => (
              <Volume key={nameOf(volume)} {...volume} />
            ))}
          </ul>
        </>
      )}
      {slowest !== undefined && <Slowest {...slowest} />}
    </>
  );
}

type Ledgers = WireHealth['ledgers'];

function Volume(volume: Ledgers['largest'][number]) {
  const gigabytes = useGigabytes();
  const t = useTexts();
  return (
    <li className="row">
      <span className="row-text">
        <VolumeName {...volume} />
      </span>
      <span>{t('waiting.gigabytes', { size: gigabytes(volume.size_bytes) })}</span>
      <Share value={volume.share} />
    </li>
  );
}

/** The ledger volume that responds most slowly. */
function Slowest(volume: NonNullable<Ledgers['slowest']>) {
  const t = useTexts();
  const formats = useFormats();
  const { answer_ms: ms } = volume;
  return (
    <>
      <h3>{t('waiting.slowest')}</h3>
      <ul className="rows">
        <li className="row">
          <span className="row-text">
            <VolumeName {...volume} />
          </span>
          <Badge {...(ms === undefined && { tone: 'bad' })}>
            {ms === undefined ? t('waiting.no_answer') : formats.milliseconds(ms)}
          </Badge>
        </li>
      </ul>
    </>
  );
}

type Named = NonNullable<Ledgers['slowest']>;

const nameOf = ({ tenant_id: id, mode, number }: Named): string => `${id}:${mode}:${number}`;

/**
 * The customer's name, or the customer's id if there is no name, with the mode and number of the
 * volume.
 */
function VolumeName({ tenant_id: id, tenant_name: name, mode, number }: Named) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <>
      <bdi>{name ?? id}</bdi>
      {', '}
      {t(`waiting.volume_${mode}`, { number: formats.number(number) })}
    </>
  );
}

function Share({ value }: { value: number }) {
  const formats = useFormats();
  const tone = value >= FULL ? 'bad' : value >= NEARLY_FULL ? 'warn' : 'plain';
  return <Badge tone={tone}>{formats.percent(value)}</Badge>;
}

function useGigabytes(): (bytes: number) => string {
  const formats = useFormats();
  return (bytes) => formats.number(Math.round((bytes / GIGABYTE) * 100) / 100);
}
