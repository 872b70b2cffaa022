// Where the objects that contain data of a customer's visitors are stored (D-172). The residency is
// set when the customer is created and never changes, because an object cannot be moved.

/** `none`: wherever the platform puts the objects. `eu`: in the European Union. */
export const RESIDENCIES = ['none', 'eu'] as const;

export type Residency = (typeof RESIDENCIES)[number];

/**
 * A residency as stored in a record. Records written before D-172 do not have it; absent means
 * `none`.
 */
export interface StoredResidency {
  residency?: Exclude<Residency, 'none'>;
}

export const residencyOf = ({ residency }: StoredResidency): Residency => residency ?? 'none';

/** @returns the member to store in a record; an empty object for `none` */
export const storedResidency = (residency: Residency): StoredResidency =>
  residency === 'none' ? {} : { residency };
