import { useListParams } from '../../../ui/list/use-list-params';
import { filesQuery, type FileListState } from '../api';

/** The filters of a folder's files, which are in the address. */
export const useFileParams = () => useListParams({ q: '', type: 'all', sort: '-updatedAt', directory: '', file: '' });

type Filters = Pick<ReturnType<typeof useFileParams>, 'q' | 'type' | 'sort' | 'directory'>;

/** Asks for a page of them. */
export const pageQuery = (folderId: string, page: number, { q, type, sort, directory }: Filters) =>
  filesQuery({ folderId, page, q, directory, type: type as FileListState['type'], sort });
