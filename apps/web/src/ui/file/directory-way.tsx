import { baseNameOf, directoriesTo } from '@tradepost/contracts/values/file-paths';
import { Breadcrumb, Button } from 'antd';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './directory-bar.module.css';

interface DirectoryWayProps {
  folderName: string;
  directory: string;
  onOpen: (directory: string) => void;
}

/** The way from the folder to the open directory. */
export function DirectoryWay({ folderName, directory, onOpen }: DirectoryWayProps) {
  const way = [
    { path: '', name: folderName },
    ...directoriesTo(directory).map((path) => ({ path, name: baseNameOf(path) })),
  ];
  return (
    <nav aria-label={t('Directory')}>
      <Breadcrumb
        className={styles.way}
        items={way.map(({ path, name }) => ({
          key: path,
          title:
            path === directory ? (
              <span aria-current="page" className={layout.breakWords}>
                {name}
              </span>
            ) : (
              <Button type="link" size="small" className={styles.step} onClick={() => onOpen(path)}>
                {name}
              </Button>
            ),
        }))}
      />
    </nav>
  );
}
