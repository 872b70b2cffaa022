// The contract of health, for monitors and for operators (D-67).
import { z } from '@hono/zod-openapi';

const Condition = z.enum(['ok', 'degraded', 'down']);

export const READINESS = {
  status: Condition.openapi({ description: 'The worst of the checks.' }),
  checks: z
    .object({
      d1: Condition.openapi({ description: 'The database answers.' }),
      objects: Condition.openapi({ description: 'A Durable Object answers.' }),
      queues: Condition.openapi({
        description: 'Queues answer; degraded: work is behind, or a queue gave something up.',
      }),
      keys: Condition.openapi({
        description: 'Signing keys can be read and used; degraded: a rotation is late.',
      }),
      schedule: Condition.openapi({
        description: 'Schedules run; degraded: one is late, or a step of its last run failed.',
      }),
      face: Condition.openapi({
        description:
          'Faces can be measured; degraded: on the device only, as no face Worker is bound.',
      }),
      documents: Condition.openapi({
        description: 'Documents can be read; degraded: no Worker that does is bound.',
      }),
      wallet: Condition.openapi({
        description: 'Proofs from wallets can be judged; degraded: no Worker that does is bound.',
      }),
      wallet_lists: Condition.openapi({
        description:
          'Lists of what issuers of wallets’ credentials have withdrawn can be read, where they are; degraded: one has ended, or could never be fetched, or a trust list was not renewed in time.',
      }),
      storage: Condition.openapi({
        description:
          'Room in the database; degraded from 70 % of `D1_LIMIT_MB` on, down from 95 %: a full one refuses every write.',
      }),
    })
    .openapi('HealthChecks'),
};

export const Readiness = z.object(READINESS).openapi('Readiness');
