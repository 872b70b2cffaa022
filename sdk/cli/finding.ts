/** The result of one check of `agate doctor`: fine, a fault, or a note. */
export interface Finding {
  is: 'good' | 'bad' | 'note';
  text: string;
}
