import { baseNameOf, directoriesTo } from '@tradepost/contracts/values/file-paths';
import { Breadcrumb, Button } from 'antd';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './directory-bar.module.css';

interface DirectoryBreadcrumbProps {
  folderName: string;
  directory: string;
  onOpen: (directory: string) => void;
}

/** The directories from the folder to the open one. */
export function DirectoryBreadcrumb({ folderName, directory, onOpen }: DirectoryBreadcrumbProps) {
  const steps = [
    { path: '', name: folderName },
    ...directoriesTo(directory).map((path) => ({ path, name: baseNameOf(path) })),
  ];
  return (
    <Breadcrumb
      aria-label={t('Directory')}
      className={styles.breadcrumb}
      items={steps.map(({ path, name }) => ({
        key: path,
        title:
          path === directory ? (
            <bdi aria-current="page" className={layout.breakWords}>
              {name}
            </bdi>
          ) : (
            <Button type="link" size="small" dir="auto" className={styles.step} onClick={() => onOpen(path)}>
              {name}
            </Button>
          ),
      }))}
    />
  );
}
