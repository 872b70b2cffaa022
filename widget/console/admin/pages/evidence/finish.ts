// What follows an act on the page of evidence.

/** An act, as the audit names it. */
export type EvidenceAct =
  | 'certificate.add'
  | 'certificate.replace'
  | 'certificate.withdraw'
  | 'incident.write'
  | 'incident.change'
  | 'incident.withdraw';

/** @param id of what it was done to */
export type Finish = (act: EvidenceAct, id: string) => Promise<void>;
