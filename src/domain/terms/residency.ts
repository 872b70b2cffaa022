// Where the objects with data of a customer's visitors are kept (D-172). A customer says so when it
// is created, and it never changes: an object does not move.

/** `none`: wherever the platform puts them. `eu`: in the European Union. */
export const RESIDENCIES = ['none', 'eu'] as const;

export type Residency = (typeof RESIDENCIES)[number];

/** A residency as records store it, which those of versions before D-172 lack: absent is `none`. */
export interface StoredResidency {
  residency?: Exclude<Residency, 'none'>;
}

export const residencyOf = ({ residency }: StoredResidency): Residency => residency ?? 'none';

/** @returns the member of a record; none for `none` */
export const storedResidency = (residency: Residency): StoredResidency =>
  residency === 'none' ? {} : { residency };
