/** What the specification says of each collection when a call fails (section 8), before one is deleted (5), and where one is missing (2). */
export type Texts = {
  failed: { list: string; one: string; create: string; update: string; remove: string }
  question: string
  missing?: string
}

export const texts = {
  movies: {
    failed: {
      list: 'Failed to fetch movies. Please check if the API server is running.',
      one: 'Failed to fetch movie details.',
      create: 'Failed to create movie. Please try again.',
      update: 'Failed to update movie. Please try again.',
      remove: 'Failed to delete movie.',
    },
    question: 'Are you sure you want to delete this movie?',
    missing: 'Movie not found',
  },
  branches: {
    failed: {
      list: 'Failed to fetch branches',
      one: 'Failed to fetch branch details',
      create: 'Failed to create branch. Please try again.',
      update: 'Failed to update branch. Please try again.',
      remove: 'Failed to delete branch',
    },
    question: 'Are you sure you want to delete this branch?',
  },
  news: {
    failed: {
      list: 'Failed to fetch news',
      one: 'Failed to fetch news details',
      create: 'Failed to create news. Please try again.',
      update: 'Failed to update news. Please try again.',
      remove: 'Failed to delete news',
    },
    question: 'Are you sure you want to delete this news item?',
    missing: 'News not found',
  },
  menus: {
    failed: {
      list: 'Failed to fetch menu items',
      one: 'Failed to fetch menu item details',
      create: 'Failed to create menu item. Please try again.',
      update: 'Failed to update menu item. Please try again.',
      remove: 'Failed to delete menu item',
    },
    question: 'Are you sure you want to delete this menu item?',
    missing: 'Menu item not found',
  },
  bookings: {
    failed: {
      list: 'Failed to fetch bookings',
      one: 'Failed to fetch booking details',
      create: 'Failed to create booking. Please try again.',
      update: 'Failed to update booking. Please try again.',
      remove: 'Failed to delete booking',
    },
    question: 'Are you sure you want to delete this booking?',
  },
} as const satisfies Record<string, Texts>
