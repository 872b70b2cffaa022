import { useFormats } from '../texts/format.ts';

/** A time, shown relative to now unless `isExact`, with the exact time in a tooltip. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.moment(at)}>
      {isExact ? formats.moment(at) : formats.ago(at)}
    </time>
  );
}
