import { Card } from 'antd';
import { SkeletonList } from './skeleton-list';
import layout from '../layout/layout.module.css';

/** Placeholder for a list with its filters. */
export const SkeletonCard = () => (
  <Card styles={{ body: { padding: 0 } }} className={layout.paddingInline16}>
    <SkeletonList />
  </Card>
);
