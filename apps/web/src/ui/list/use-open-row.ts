import { useLocation, useNavigate } from 'react-router-dom';
import type { FromList } from './row-link';

/** Opens the page of a row. Its Back returns to the list with its search and filters. */
export function useOpenRow(): (to: string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (to) => void navigate(to, { state: { list: pathname + search } satisfies FromList });
}
