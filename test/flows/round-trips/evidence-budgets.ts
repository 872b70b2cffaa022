// The part of the budgets that is about figures, evidence packs and the audit log. budgets.ts
// includes it, and checks its form.

export const EVIDENCE_JOURNEYS = {
  evidence: {
    'an evidence pack': {
      d1: 8,
      inSeries: 3,
      why: 'the facts, figures, settings, certificates, incidents and the directory of ledgers at once; the audit entry, and after the response its links',
    },
    'an evidence pack with a certificate': {
      d1: 9,
      inSeries: 4,
      why: 'each document is a row of its own, all read at once',
    },
    'the figures of the last days': {
      d1: 1,
      inSeries: 1,
      why: 'the counts, the breakdown and the directory of ledgers',
    },
    'the figures of a month': {
      objects: 1,
      d1: 1,
      inSeries: 2,
      why: 'the figures of earlier days are in the first volume of the ledger, after D1 has said which parts it has made',
    },
    'the funnel of a month': {
      objects: 1,
      d1: 2,
      inSeries: 2,
      why: 'as the figures, and beside them the sessions that are running',
    },
    'an evidence pack of a customer with a ledger': {
      objects: 2,
      d1: 9,
      inSeries: 4,
      why: 'as above; the first volume adds up the figures, and each volume says what was erased in it',
    },
    'an evidence pack of a customer whose audit entries have moved': {
      objects: 3,
      d1: 9,
      inSeries: 4,
      why: 'the first volume also says what the entries say, beside the figures',
    },
  },
  auditLog: {
    'a page of the audit log': {
      d1: 2,
      inSeries: 2,
      why: 'the counts by day, beside where the ledger is; then the entries of the page',
    },
    'the first page of a log with a ledger': {
      objects: 1,
      d1: 2,
      inSeries: 3,
      why: 'the ledger counts as well, after D1 has said how many entries have moved',
    },
    'a page of entries in a ledger': {
      objects: 2,
      d1: 1,
      inSeries: 3,
      why: 'D1 has none of these, so only the ledger lists them',
    },
    'a page of a day in D1 and in a ledger': {
      objects: 2,
      d1: 2,
      inSeries: 3,
      why: 'both list their entries of the day, at once',
    },
  },
} as const;
