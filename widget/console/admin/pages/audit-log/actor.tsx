import { useTexts } from '../../../texts/context.ts';
import { useOperators } from '../../queries.ts';

/**
 * The person who took the action, shown by name if the role may read names.
 * @param id null when nobody was signed in
 */
export function Actor({ id }: { id: number | null }) {
  const t = useTexts();
  const operators = useOperators();
  if (id === null) return <>{t('trail.nobody')}</>;
  const name = operators.data?.rows.find((operator) => operator.id === id)?.name;
  return name === undefined ? <>{t('trail.operator', { id })}</> : <bdi>{name}</bdi>;
}
