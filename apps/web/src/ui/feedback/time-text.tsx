import { Tooltip } from 'antd';
import { formatBothClocks, formatDate, formatRelative } from './format';
import layout from '../layout/layout.module.css';

/** A moment in local time, or relative to now; its exact time with zone and UTC on hover. */
export function TimeText({ iso, isRelative = false }: { iso: string; isRelative?: boolean }) {
  return (
    <Tooltip title={formatBothClocks(iso)}>
      <time dateTime={iso} className={layout.noWrap}>
        {isRelative ? formatRelative(iso) : formatDate(iso)}
      </time>
    </Tooltip>
  );
}
