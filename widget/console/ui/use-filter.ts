import { useSearchParams } from 'wouter';

/**
 * The filter of a list, read from the URL.
 * @param read reads the filter from the URL's parameters, leaving out values that are absent or
 *   invalid
 */
export function useFilter<Filter extends object>(read: (address: URLSearchParams) => Filter) {
  const [address] = useSearchParams();
  const filter = read(address);
  return { filter, isFiltered: Object.keys(filter).length > 0 };
}
