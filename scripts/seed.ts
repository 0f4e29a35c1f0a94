import { closeDatabase } from '@/lib/db'
import { seedDemo } from '@/prisma/seed'

// Asked for by hand only: with a database of your own nothing known is ever put into it unasked.
const baseUrl = process.env.BAYCALL_URL || `http://localhost:${process.env.PORT || 3000}`

seedDemo({ baseUrl })
  .then((demo) => console.log(JSON.stringify(demo, null, 2)))
  .catch((error) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(closeDatabase)
