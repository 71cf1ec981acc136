import { Button, Checkbox, Flex, Modal, Skeleton, Typography } from 'antd';
import { maySegment } from '@tradepost/sealing/file/segments';
import { useId, useState } from 'react';
import { ColumnProfile } from '../../../ui/file/column-profile';
import { FileIcon } from '../../../ui/file/file-icon';
import { formatBytes } from '../../../ui/feedback/format';
import { TablePreview } from '../../../ui/file/table-preview';
import '../../../ui/layout/tall-dialog.css';
import { ProtectionField } from '../file/protection-field';
import { TermsFields } from './terms-fields';
import type { FileTerms } from './terms';
import { pathOf, type UploadItem } from './upload-item';
import { proceed, skip, skipAll } from './uploads.store';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './upload.module.css';

interface FileInformationDialogProps {
  item: UploadItem;
  /** Other files in the queue. */
  left: number;
}

/** Asks for a file's terms before its upload, unless they were given for all files. */
export default function FileInformationDialog({ item, left }: FileInformationDialogProps) {
  const { id, file, folderName, replaces, insight, terms: prefilled } = item;
  const [edited, setEdited] = useState<FileTerms>();
  const [forAll, setForAll] = useState(false);
  const [whole, setWhole] = useState(item.whole ?? false);
  const hint = useId();
  const terms = edited ?? prefilled;
  const mayReuse = replaces?.mode === 'e2e' && terms.mode === 'e2e' && maySegment(file.size);
  return (
    <Modal
      open
      title={replaces ? t('New version of {name}', { name: replaces.name }) : t('File Information')}
      okText={t('Proceed')}
      cancelText={left > 0 ? t('Skip this file') : t('Cancel')}
      footer={(buttons) => (
        <>
          {left > 0 && (
            <Button danger type="text" onClick={skipAll}>
              {t('Cancel all {count} files', { count: left + 1 })}
            </Button>
          )}
          {buttons}
        </>
      )}
      okButtonProps={{ disabled: insight === undefined }}
      onOk={() => proceed(id, terms, { forAll, whole })}
      onCancel={() => skip(id)}
      mask={{ closable: false }}
      width={600}
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
    >
      <Flex vertical gap={16}>
        <Flex gap={12} align="center">
          <FileIcon mimetype={file.type} name={file.name} size={28} />
          <div className={layout.shrinkable}>
            <Typography.Text type="secondary" className={layout.small}>
              {t('File Name')}
            </Typography.Text>
            <Typography.Paragraph strong className={`${layout.noMargin} ${layout.breakWords}`}>
              {pathOf(item)}
            </Typography.Paragraph>
            <Typography.Text type="secondary" className={`numbers ${layout.small}`}>
              {left > 0
                ? t('{size} to {folderName}, {left} more to upload', { size: formatBytes(file.size), folderName, left })
                : t('{size} to {folderName}', { size: formatBytes(file.size), folderName })}
            </Typography.Text>
          </div>
        </Flex>
        {insight === undefined && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {insight && (
          <>
            <ColumnProfile profile={insight.profile} />
            <TablePreview label={t('First rows of {name}', { name: file.name })} rows={insight.head} maxHeight={150} />
          </>
        )}
        <ProtectionField terms={terms} onChange={setEdited} />
        <TermsFields terms={terms} onChange={setEdited} hasRows={!!insight} />
        {mayReuse && (
          <div>
            <Checkbox checked={!whole} onChange={({ target }) => setWhole(!target.checked)} aria-describedby={hint}>
              {t('Send only what has changed')}
            </Checkbox>
            <Typography.Paragraph id={hint} type="secondary" className={styles.note}>
              {t('Tradepost then learns how much of the file changes, and in which places, but never what is in it.')}
            </Typography.Paragraph>
          </div>
        )}
        {left > 0 && (
          <Checkbox checked={forAll} onChange={({ target }) => setForAll(target.checked)}>
            {left === 1
              ? t('Use for the other file (row counts stay)')
              : t('Use for the other {left} files (row counts stay)', { left })}
          </Checkbox>
        )}
      </Flex>
    </Modal>
  );
}
