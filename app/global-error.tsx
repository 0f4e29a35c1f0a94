'use client'

import '@/app/globals.css'
import { LastPage } from '@/components/language/last-page'

export default LastPage
