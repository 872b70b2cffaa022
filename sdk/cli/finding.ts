/** What a check of `agate doctor` found: fine, a fault, or something to know. */
export interface Finding {
  is: 'good' | 'bad' | 'note';
  text: string;
}
