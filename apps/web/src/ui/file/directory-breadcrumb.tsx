import { baseNameOf, directoriesTo } from '@tradepost/contracts/values/file-paths';
import { Breadcrumb, Button, Flex } from 'antd';
import { useState } from 'react';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './directory-bar.module.css';

interface DirectoryBreadcrumbProps {
  folderName: string;
  directory: string;
  onOpen: (directory: string) => void;
  onSelect?: ((directory: string) => Promise<void>) | undefined;
}

/** The directories from the folder to the open one, and its selection. */
export function DirectoryBreadcrumb({ folderName, directory, onOpen, onSelect }: DirectoryBreadcrumbProps) {
  const [isSelecting, setSelecting] = useState(false);
  const steps = [
    { path: '', name: folderName },
    ...directoriesTo(directory).map((path) => ({ path, name: baseNameOf(path) })),
  ];
  return (
    <Flex gap={8} align="center" justify="space-between" wrap>
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
      {onSelect && (
        <Button
          size="small"
          loading={isSelecting}
          onClick={() => {
            setSelecting(true);
            void onSelect(directory).finally(() => setSelecting(false));
          }}
        >
          {t('Select the whole directory')}
        </Button>
      )}
    </Flex>
  );
}
