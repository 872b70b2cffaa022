// The response schema of the health report, for monitors and operators (D-67).
import { z } from '@hono/zod-openapi';

const Condition = z.enum(['ok', 'degraded', 'down']);

export const READINESS = {
  status: Condition.openapi({ description: 'The worst status of all checks.' }),
  checks: z
    .object({
      d1: Condition.openapi({ description: 'Whether the database responds.' }),
      objects: Condition.openapi({ description: 'Whether a Durable Object responds.' }),
      queues: Condition.openapi({
        description:
          'State of the queues. `degraded`: work is behind schedule, or a queue has given up on a message.',
      }),
      keys: Condition.openapi({
        description:
          'Whether the signing keys can be read and used. `degraded`: a rotation is late.',
      }),
      schedule: Condition.openapi({
        description:
          'State of the schedules. `degraded`: one is late, or a step of its last run failed.',
      }),
      face: Condition.openapi({
        description:
          'Whether faces can be measured. `degraded`: on the device only, because no face Worker is bound.',
      }),
      documents: Condition.openapi({
        description: 'Whether documents can be read. `degraded`: no documents Worker is bound.',
      }),
      wallet: Condition.openapi({
        description:
          'Whether proofs from wallets can be verified. `degraded`: no wallet Worker is bound.',
      }),
      wallet_lists: Condition.openapi({
        description:
          'Whether the status lists of wallet issuers can be read, where they exist. `degraded`: a list has expired or could never be fetched, or a trust list was not renewed in time.',
      }),
      storage: Condition.openapi({
        description:
          'Space in the database. `degraded` from 70 % of `D1_LIMIT_MB`, down from 95 %: a full database refuses every write.',
      }),
      ledgers: Condition.openapi({
        description:
          'State of the five largest ledger volumes that are written to. `degraded`: one has used 70 % of 10 GB or does not answer, or the directory cannot be read. Down from 95 %: a full volume refuses every write of its customer.',
      }),
    })
    .openapi('HealthChecks'),
};

export const Readiness = z.object(READINESS).openapi('Readiness');
