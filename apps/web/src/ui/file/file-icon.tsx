import {
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import styles from './file-icon.module.css';

const icons = [
  [/pdf/i, FilePdfOutlined],
  [/csv|excel|spreadsheet|\.xlsx?$/i, FileExcelOutlined],
  [/zip|compressed|archive|\.(rar|7z|tar|gz)$/i, FileZipOutlined],
  [/^image\//i, FileImageOutlined],
  [/^video\//i, VideoCameraOutlined],
  [/presentation|powerpoint/i, FilePptOutlined],
  [/word|opendocument\.text/i, FileWordOutlined],
  [/^text\//i, FileTextOutlined],
] as const;

/** Chosen by MIME type, else by name. */
export function FileIcon({ mimetype, name = '', size = 20 }: { mimetype: string; name?: string; size?: number }) {
  const Icon = icons.find(([pattern]) => pattern.test(mimetype) || pattern.test(name))?.[1] ?? FileOutlined;
  return <Icon aria-hidden className={styles.icon} style={{ '--size': `${size}px` }} />;
}
