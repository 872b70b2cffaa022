import { Link } from 'wouter';
import type { components } from '../../../api/schema.ts';

/** What it was done to; people have a page, for as long as there is an account. */
export function Target({ entry }: { entry: components['schemas']['AuditEntry'] }) {
  const text = (
    <bdi className="code">
      {entry.target_type} {entry.target_id}
    </bdi>
  );
  const isGone = entry.action === 'account.delete';
  if (entry.target_type !== 'account' || isGone) return text;
  return (
    <Link href={`/people/${entry.target_id}`} className="table-over">
      {text}
    </Link>
  );
}
