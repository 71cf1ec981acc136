import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { formatBytes } from '../../../ui/feedback/format';
import { FileIcon } from '../../../ui/file/file-icon';
import { DropZone } from '../upload/choose/drop-zone';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './send.module.css';

export interface ChosenFile {
  file: File;
  /** Why it cannot be sent. */
  error: string | undefined;
}

interface FilesStepProps {
  files: ChosenFile[];
  /** Bytes of storage; undefined when unknown. */
  free: number | undefined;
  problem: string | undefined;
  onChange: (files: File[]) => void;
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** A file that is chosen twice is sent once. */
const unique = (files: File[]) => files.filter((file, n) => files.findIndex((one) => isSame(one, file)) === n);

export function FilesStep({ files, free, problem, onChange }: FilesStepProps) {
  const all = files.map(({ file }) => file);
  const size = files.reduce((sum, { file, error }) => sum + (error ? 0 : file.size), 0);
  return (
    <Flex vertical gap={16}>
      <DropZone isLarge={files.length === 0} free={free} onFiles={(added) => onChange(unique([...all, ...added]))} />
      {problem && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
      {files.length > 0 && (
        <div>
          <ul aria-label={t('Files to send')} className={`${layout.bareList} ${styles.files}`}>
            {files.map(({ file, error }) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`} className={`list-row ${styles.file}`}>
                <FileIcon mimetype={file.type} name={file.name} />
                <span className={`${layout.grow} ${layout.shrinkable} ${layout.breakWords}`}>
                  {file.name}
                  {error && (
                    <Typography.Text type="danger" className={`${layout.block} ${layout.small}`}>
                      {t('Not sent. {error}', { error })}
                    </Typography.Text>
                  )}
                </span>
                <Typography.Text type="secondary" className={`numbers ${layout.small} ${layout.noWrap}`}>
                  {formatBytes(file.size)}
                </Typography.Text>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('Remove {name}', { name: file.name })}
                  onClick={() => onChange(all.filter((one) => one !== file))}
                />
              </li>
            ))}
          </ul>
          <Typography.Text type="secondary" role="status" className={`numbers ${layout.small}`}>
            {t('{count} to send, {size}', {
              count: files.filter(({ error }) => !error).length,
              size: formatBytes(size),
            })}
          </Typography.Text>
        </div>
      )}
    </Flex>
  );
}
