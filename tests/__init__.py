"""Everything that must hold. Run it with: python3 manage.py test"""
