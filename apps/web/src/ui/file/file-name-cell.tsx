import type { FileView } from '@tradepost/contracts/storage';
import { Button, Flex, Typography } from 'antd';
import { StatusTag } from '../feedback/status-tag';
import layout from '../layout/layout.module.css';
import { FileIcon } from './file-icon';
import styles from './file-name-cell.module.css';
import { ModeMark } from './mode-badge';
import { t } from '../../i18n/t';

interface FileNameCellProps {
  name: string;
  mimetype: string;
  file: Pick<FileView, 'version' | 'sample' | 'mode'>;
  /** What a click opens. */
  title: string;
  onOpen: () => void;
}

/** The first cell of a row of files: the name, and next to it what sets the file apart. */
export function FileNameCell({ name, mimetype, file: { version, sample, mode }, title, onOpen }: FileNameCellProps) {
  return (
    <Flex gap={8} align="center" className="name-cell">
      <FileIcon mimetype={mimetype} name={name} />
      <Button
        type="link"
        dir="auto"
        onClick={onOpen}
        title={`${title}: ${name}`}
        className={`${layout.nameLink} ${styles.name}`}
      >
        {name}
      </Button>
      {version > 1 && (
        <Typography.Text type="secondary" className={`numbers ${layout.small}`}>
          v{version}
        </Typography.Text>
      )}
      {sample && <StatusTag tone="blue" text={t('Preview')} />}
      <ModeMark mode={mode} />
    </Flex>
  );
}
