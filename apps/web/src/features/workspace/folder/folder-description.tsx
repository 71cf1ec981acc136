import { Typography } from 'antd';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Two lines, and the rest on demand. */
export const FolderDescription = ({ text }: { text: string }) => (
  <Typography.Paragraph
    ellipsis={{ rows: 2, expandable: true, symbol: t('Show more') }}
    className={`${layout.noMargin} ${layout.preLine}`}
  >
    {text}
  </Typography.Paragraph>
);
