import type { WireAccount } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Badge, type BadgeTone } from '../ui/card.tsx';

type Status = WireAccount['status'];

const TONES: Record<Status, BadgeTone> = {
  active: 'good',
  suspended: 'bad',
  locked: 'warn',
  pending_deletion: 'warn',
};

export const ACCOUNT_STATUSES = Object.keys(TONES) as Status[];

/** A badge that shows whether a person can sign in. */
export function AccountStatus({ status }: { status: Status }) {
  const t = useTexts();
  return <Badge tone={TONES[status]}>{t(`account_status.${status}`)}</Badge>;
}
