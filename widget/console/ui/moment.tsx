import { useFormats } from '../texts/format.ts';

/** A time as a distance, and the moment itself when it is pointed at. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.moment(at)}>
      {isExact ? formats.moment(at) : formats.ago(at)}
    </time>
  );
}
