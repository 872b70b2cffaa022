import type { WireAdminWalletAnchor } from '../../../api/wire.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Badge } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copied.tsx';
import type { Column } from '../../../ui/table.tsx';
import { stateOfAnchor } from './anchor-end.ts';
import { describeDocType } from './doc-types.ts';

type Anchor = WireAdminWalletAnchor;

const SHOWN = 8;

/** Returns the leading digits of the fingerprint: enough to distinguish the entries in a list. */
export const shortPrint = ({ sha256 }: Pick<Anchor, 'sha256'>): string => sha256.slice(0, SHOWN);

/** @param onRemove absent when the role may not remove certificates */
export const columnsOf = (
  t: ConsoleTexts,
  onRemove: ((anchor: Anchor) => void) | undefined,
): Column<Anchor>[] => [
  {
    title: t('wallets.name'),
    place: 'head',
    cell: ({ name }) => <strong>{name}</strong>,
    note: ({ subject }) => <bdi>{subject}</bdi>,
  },
  {
    title: t('wallets.types'),
    cell: ({ doc_types: types }) =>
      types.map((type) => <div key={type}>{describeDocType(type, t)}</div>),
    note: ({ list }) =>
      list && (
        <>
          {t('wallets.of_list')} <bdi>{list}</bdi>
        </>
      ),
  },
  { title: t('wallets.until'), cell: (anchor) => <Until anchor={anchor} /> },
  {
    title: t('wallets.print'),
    cell: (anchor) => (
      <span className="copied">
        <code dir="ltr">{`${shortPrint(anchor)}…`}</code>
        <CopyButton text={anchor.sha256} label={t('wallets.print_of', { name: anchor.name })} />
      </span>
    ),
  },
  ...actsColumn(
    t('operators.acts'),
    onRemove !== undefined &&
      ((anchor: Anchor) => [
        {
          label: t('act.remove'),
          name: t('wallets.remove_one', { name: anchor.name }),
          onPress: () => onRemove(anchor),
        },
      ]),
  ),
];

function Until({ anchor }: { anchor: Anchor }) {
  const t = useTexts();
  const formats = useFormats();
  const { not_after: end } = anchor;
  const state = stateOfAnchor(anchor, Date.now());
  return (
    <>
      <time dateTime={end} title={formats.moment(end)}>
        {formats.date(end)}
      </time>
      {state !== 'valid' && (
        <div>
          <Badge tone={state === 'ended' ? 'bad' : 'warn'}>{t(`wallets.${state}`)}</Badge>
        </div>
      )}
    </>
  );
}
