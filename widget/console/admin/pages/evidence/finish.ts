// The types of the callback that runs after an action on the evidence page.

/** An action on the evidence page, as it is named in the audit log. */
export type EvidenceAct =
  | 'certificate.add'
  | 'certificate.replace'
  | 'certificate.withdraw'
  | 'incident.write'
  | 'incident.change'
  | 'incident.withdraw';

/** @param id the id of the certificate or incident */
export type Finish = (act: EvidenceAct, id: string) => Promise<void>;
