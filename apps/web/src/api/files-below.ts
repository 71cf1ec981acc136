import { maxFilesAtOnce, type FilePage } from '@tradepost/contracts/storage';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { t } from '../i18n/t';

/** A search finds the files of a directory and of those in it, and each of their names has a slash. */
const everyFile = { q: '/', pageSize: 200 };

/**
 * All files of a directory and of those in it, at most as many as one call takes.
 * @throws Error for people if there are more
 */
export const filesBelow = <T>(pageOf: (query: typeof everyFile & { page: number }) => Promise<FilePage<T>>) =>
  readAllPages(async (page) => {
    const found = await pageOf({ ...everyFile, page });
    const { total } = found;
    if (total > maxFilesAtOnce)
      throw new Error(
        t('This directory has {total} files. At most {most} can be selected at once.', { total, most: maxFilesAtOnce }),
      );
    return found;
  });
