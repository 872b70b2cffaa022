import { useSearchParams } from 'wouter';

/** What the address asks a list for. @param read what it does not say, or says wrongly, is not in it */
export function useFilter<Filter extends object>(read: (address: URLSearchParams) => Filter) {
  const [address] = useSearchParams();
  const filter = read(address);
  return { filter, isFiltered: Object.keys(filter).length > 0 };
}
