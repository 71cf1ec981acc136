import { Button, Checkbox, Flex, Radio, Typography } from 'antd';
import type { FolderFilters } from './folder-filters';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './receiver.module.css';

interface FilterMenuProps {
  filters: FolderFilters;
  onChange: (changed: Record<string, string>) => void;
  onClear: () => void;
}

export function FilterMenu({ filters, onChange, onClear }: FilterMenuProps) {
  return (
    <Flex vertical gap={12} className={styles.filterMenu}>
      <Radio.Group
        aria-label={t('Filter logic')}
        optionType="button"
        value={filters.logic}
        options={[
          { value: 'AND', label: t('AND') },
          { value: 'OR', label: t('OR') },
        ]}
        onChange={({ target }) => onChange({ logic: String(target.value) })}
      />
      <Typography.Text type="secondary" className={layout.small}>
        {filters.logic === 'AND' ? t('Folders that meet every filter') : t('Folders that meet at least one filter')}
      </Typography.Text>
      <Checkbox checked={filters.ready} onChange={({ target }) => onChange({ ready: target.checked ? '1' : '' })}>
        {t('Ready to download')}
      </Checkbox>
      <Checkbox checked={filters.sample} onChange={({ target }) => onChange({ sample: target.checked ? '1' : '' })}>
        {t('With a preview')}
      </Checkbox>
      <Button onClick={onClear}>{t('Clear All Filters')}</Button>
    </Flex>
  );
}
