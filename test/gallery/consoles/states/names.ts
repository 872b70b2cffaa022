// Customers' names that resemble another customer's name, as the operators' console shows them.
import type {
  WireAdminConfirmedName,
  WireAdminQuestionedNames,
} from '../../../../widget/console/api/wire.ts';
import { at } from './answers.ts';

export const QUESTIONED_NAMES: WireAdminQuestionedNames['names'] = [
  {
    tenant_id: 'ten_arcade',
    tenant_name: 'Google',
    place: 'company',
    id: 'ten_arcade',
    name: 'Google',
    fault: 'well_known',
    looks_like: 'google',
  },
  {
    tenant_id: 'ten_arcade',
    tenant_name: 'Google',
    place: 'controller',
    id: 'ten_arcade',
    name: '\u202eelgooG',
    fault: 'hides_letters',
    looks_like: 'google',
  },
  {
    tenant_id: 'ten_cellar',
    tenant_name: 'Cellar',
    place: 'client',
    id: 'xoc_cellar',
    name: 'C\u0435llar Door',
    fault: 'mixes_alphabets',
  },
];

export const CONFIRMED_NAMES: WireAdminConfirmedName[] = [{ name: 'Apple', confirmed_at: at(12) }];
