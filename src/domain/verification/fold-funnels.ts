// Scheduled use case: steps of visitors that versions before D-165 wrote as rows of their own move into the rows of their
// sessions. In between nothing is lost, and nothing is counted twice.
import type { Context } from '../../context.ts';
import { moveUnfolded } from './unfolded-store.ts';

/** By cron. */
export const foldFunnels = ({ db }: Pick<Context, 'db'>): Promise<void> => moveUnfolded(db);
