// Picks the available language that suits a visitor best. Pure.

/** @returns the first wanted language that is available, compared by primary subtag */
export function pickTag<Tag extends string>(
  wanted: readonly string[],
  known: readonly Tag[],
): Tag | undefined {
  for (const each of wanted) {
    const tag = known.find((one) => one === primarySubtag(each));
    if (tag !== undefined) return tag;
  }
  return undefined;
}

/** The primary subtag of a language tag, such as `pt` for `pt-BR`. */
export function primarySubtag(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
